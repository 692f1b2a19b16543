import { userInfo } from 'node:os';

/** Returns the system's name of the current user. */
export function nameUser(): string {
  try {
    return userInfo().username;
  } catch {
    // Containers may use a user id without a name.
    return String(process.getuid?.());
  }
}
