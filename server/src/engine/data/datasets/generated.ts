import { PyError } from '../../core/errors.js';

/**
 * What a builder of the library `datasets` makes, with the exception that it raises for whatever goes wrong (3.6 `builder.py`, `_prepare_split_single`).
 * @throws PyError DatasetGenerationError, DatasetGenerationCastError
 */
export function generated<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof PyError) || error.type.startsWith('DatasetGeneration')) throw error;
    throw new PyError('DatasetGenerationError', 'An error occurred while generating the dataset', error.span, error.message);
  }
}
