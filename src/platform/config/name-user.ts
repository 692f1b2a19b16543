import { userInfo } from 'node:os';

/** The user that this process runs as, as the system calls it. */
export function nameUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run it as somebody whom the system has no name for.
    return String(process.getuid?.());
  }
}
