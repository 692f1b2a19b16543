import { forbiddenCodes } from '#server/data-directory.ts';
import { describeError } from '#server/errors.ts';
import { nameUser } from '#server/name-user.ts';

/** Says why the system lets nothing be written to a folder, and what is to be done. */
export function explainUnwritable(directory: string, error: unknown): string {
  if (isForbidden(error)) {
    return `The user ${nameUser()} may not write to the folder ${directory}. Choose another folder, or give this user write access.`;
  }
  switch (codeOf(error)) {
    case 'EROFS':
      return `The folder ${directory} can only be read: its disk, or the service that runs the site, does not allow writing. Choose another folder or allow it (docs/operations.md).`;
    case 'EEXIST':
    case 'ENOTDIR':
      return `${directory} can’t be a folder because a file has this name or is in its path. Choose another folder.`;
    default:
      return `The folder ${directory} cannot be written: ${describeError(error)}`;
  }
}

/** Says why the system does not let a file be read, and what is to be done. */
export function explainUnreadable(file: string, error: unknown): string {
  return isForbidden(error)
    ? `The user ${nameUser()} may not read ${file}. Give this user read access, or copy the file to another place.`
    : `${file} cannot be read: ${describeError(error)}`;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

const isForbidden = (error: unknown) => forbiddenCodes.includes(codeOf(error));
