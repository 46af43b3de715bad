/** Columns that very many datasets have: a name that is nearly one of them is a slip. Only such that are no slip of each other. */
export const commonColumns: readonly string[] =
  'question questions query context passage paragraph document article text content sentence sentence1 sentence2 premise hypothesis answer answers answerKey choice choices options option_a option_b option_c option_d target targets label labels input inputs output outputs prompt prompts instruction response completion source reference references translation summary highlights story title subject category problem solution statement claim evidence endings correct_answer wrong_answer gold entities tokens tweet review dialogue continuation conclusion rationale explanation canonical_solution entry_point test_list goal headline transcript mc1_targets mc2_targets'.split(
    ' ',
  );

const none = '';

/** Columns of datasets that many tasks are made of, by `dataset_path` or `dataset_path/dataset_name`, as their cards list them. */
const columns: Readonly<Record<string, string>> = {
  'cais/mmlu': 'question subject choices answer',
  'openai/gsm8k': 'question answer',
  gsm8k: 'question answer',
  'allenai/ai2_arc': 'id question choices answerKey',
  ai2_arc: 'id question choices answerKey',
  'Rowan/hellaswag': 'ind activity_label ctx_a ctx_b ctx endings source_id split split_type label',
  hellaswag: 'ind activity_label ctx_a ctx_b ctx endings source_id split split_type label',
  winogrande: 'sentence option1 option2 answer qID',
  'allenai/winogrande': 'sentence option1 option2 answer qID',
  'baber/piqa': 'goal sol1 sol2 label',
  piqa: 'goal sol1 sol2 label',
  'google/boolq': 'question answer passage',
  'tau/commonsense_qa': 'id question question_concept choices answerKey',
  'allenai/sciq': 'question distractor3 distractor1 distractor2 correct_answer support',
  sciq: 'question distractor3 distractor1 distractor2 correct_answer support',
  'facebook/belebele':
    'link question_number flores_passage question mc_answer1 mc_answer2 mc_answer3 mc_answer4 correct_answer_num dialect ds',
  'TIGER-Lab/MMLU-Pro': 'question_id question options answer answer_index cot_content category src',
  'openai/openai_humaneval': 'task_id prompt canonical_solution test entry_point',
  'google-research-datasets/mbpp': 'task_id text code test_list test_setup_code challenge_test_list source_file prompt test_imports',
  cnn_dailymail: 'article highlights id',
  'openlifescienceai/medmcqa': 'id question opa opb opc opd cop choice_type exp subject_name topic_name',
  'truthfulqa/truthful_qa/multiple_choice': 'question mc1_targets mc2_targets',
  'truthfulqa/truthful_qa/generation': 'type category question best_answer correct_answers incorrect_answers source',
  'nyu-mll/glue/cola': 'sentence label idx',
  'nyu-mll/glue/sst2': 'sentence label idx',
  'nyu-mll/glue/mrpc': 'sentence1 sentence2 label idx',
  'nyu-mll/glue/qqp': 'question1 question2 label idx',
  'nyu-mll/glue/mnli': 'premise hypothesis label idx',
  'nyu-mll/glue/qnli': 'question sentence label idx',
  'nyu-mll/glue/rte': 'sentence1 sentence2 label idx',
  'nyu-mll/glue/wnli': 'sentence1 sentence2 label idx',
  'aps/super_glue/boolq': 'question passage idx label',
  'aps/super_glue/cb': 'premise hypothesis idx label',
  'aps/super_glue/copa': 'premise choice1 choice2 question idx label',
  'aps/super_glue/multirc': 'paragraph question answer idx label',
  'aps/super_glue/rte': 'premise hypothesis idx label',
  'aps/super_glue/wic': 'word sentence1 sentence2 start1 start2 end1 end2 idx label',
};

/** The columns of a well-known dataset, or of a part of one; undefined of another. */
export function knownColumns(path: string, part: string | undefined): ReadonlySet<string> | undefined {
  const found =
    [path, `${path}/${part ?? ''}`].map((name) => (Object.hasOwn(columns, name) ? columns[name]! : none)).find((one) => one !== none) ??
    none;
  return found === none ? undefined : new Set(found.split(' '));
}
