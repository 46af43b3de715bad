export type Severity = 'error' | 'warning' | 'information' | 'hint';
