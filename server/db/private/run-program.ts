import { spawnSync } from 'node:child_process';
import type { PostgresUser } from './postgres-user.ts';

/**
 * Runs one of PostgreSQL's programs to its end, as the user that PostgreSQL runs as. Answers what
 * it has printed.
 *
 * @param input what the program reads
 * @throws Error that says, in the program's own words, why it failed
 */
export function runProgram(
  user: PostgresUser,
  program: string,
  args: string[],
  input = '',
): string {
  const [command, allArgs] = user.wrap(program, args);
  const { status, error, stdout, stderr } = spawnSync(command, allArgs, {
    encoding: 'utf8',
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    input,
  });
  if (status !== 0) throw new Error(error?.message ?? findReason(stderr));
  return stdout;
}

/** The line of a program's output that says what went wrong; all of it when there is none. */
function findReason(output: string): string {
  const lines = output.trim().split('\n');
  const reason = lines.find((line) => /\b(?:FATAL|PANIC|error):/.test(line)) ?? lines.join(' | ');
  return reason.replace(/^.*?\b(?:FATAL|PANIC|error):\s*/, '');
}
