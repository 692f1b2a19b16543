import path from 'node:path';

/** Where the private database writes its log. */
export const databaseLogFile = (dataDirectory: string): string =>
  path.join(dataDirectory, 'postgres.log');
