import { isDeepStrictEqual } from 'node:util';

/** Whether a record already has these values. */
export const hasAll = (record: object, values: object): boolean =>
  isDeepStrictEqual({ ...record, ...values }, { ...record });
