const fields: Readonly<Record<string, string>> = {
  task: 'pond',
  dataset_path: 'example/pond',
  output_type: 'generate_until',
  training_split: 'train',
  test_split: 'test',
  doc_to_text: '"Question: {{question}}\\nAnswer:"',
  doc_to_target: '"{{answer}}"',
  generation_kwargs: '{until: ["\\n"]}',
  metric_list: '[{metric: exact_match, aggregation: mean, higher_is_better: true}]',
};

/** The text of a task of which nothing is wrong, with some fields changed or added: each as YAML writes it. */
export function taskWith(changed: Readonly<Record<string, string>>): string {
  return Object.entries({ ...fields, ...changed })
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('');
}
