/** Compresses the files of a zip archive again, in place. */
export function squeezeZip(file: string): Promise<void>;
