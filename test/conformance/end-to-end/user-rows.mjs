// Rows for functions of a user's kind: written for this project.

const passages = [
  'The lake is deep. The water is cold! Is it 40 m deep? Nobody knows.',
  '  A painting  hangs in the hall.\nIt shows   2 boats and “three” men. ',
  'Le café est près du théâtre; the end.',
  'One two three four five six seven eight nine ten eleven twelve.',
  'No numbers here, only the words of the day...',
];
const questions = [
  'How deep is the lake?',
  '  Who painted “Sunrise”?  ',
  'Où est la bibliothèque ?',
  '空はなぜ青い？',
  'What costs $5 & more?',
];

export const rows = questions.map((question, i) => ({
  id: `r-${i}`,
  question,
  passage: passages[i],
  markup: `[Header] Fish &amp; chips [step]a <b>${i}</b> &lt; &#39;x&#39; [title] end`,
  answer: 'ABCDE'[i],
  level: i % 2 === 0 ? 'easy' : 'hard',
  size: [3, 1, 4, 2, 5][i],
  score: [0.125, 2.5, 1234.5678, 0.1, 99.995][i],
  day: `2024-0${i + 1}-2${i}`,
  tags: [['a'], ['b', 'c'], ['z', 'd'], ['e'], ['f', 'g', 'h']][i],
  choices: ['Apple pie', 'boat', 'Chalk', `Dust ${i}`],
}));
