/** Compresses the files of a zip archive again, in place. */
export function squeezeZip(file: string, kept?: string): Promise<void>;
