/** Counts the calls from outside into a program: what depends on how many there were before is not known. */
export type CallSerial = () => number;
