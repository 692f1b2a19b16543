import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { ConfigError } from '#server/config.ts';

/** `nobody` exists everywhere and owns nothing else here. */
const nobody = { uid: 65_534, gid: 65_534 };

type Command = [program: string, args: string[]];

/** Who runs PostgreSQL, and how a command is started as them. */
export interface PostgresUser {
  /**
   * Returns the command, as that user; where the system can, it is interrupted when this process
   * ends, even if that is killed.
   */
  wrap(command: string, args: string[]): Command;
  /** Gives a file, or a folder with all that is in it, to that user. */
  own(path: string): void;
}

/**
 * The right to pass folders that only root may enter. It reads whatever root may read, which is why
 * no statement of the site's role can make PostgreSQL read a file (set-up-roles.ts). Without the
 * securebit, PostgreSQL's own check fails.
 */
const passingClosedFolders = [
  '--inh-caps=+dac_read_search',
  '--ambient-caps=+dac_read_search',
  '--securebits=+no_setuid_fixup',
];

/** SIGINT is PostgreSQL's fast shutdown, and makes initdb remove what it has made. */
const interruptedWithParent = ['--pdeathsig', 'INT'];

const setprivCan = (options: string[], ...command: string[]): boolean =>
  spawnSync('setpriv', [...options, ...command], { cwd: '/' }).status === 0;

/**
 * Decides who runs PostgreSQL, which refuses root: the current user; for root, whoever owns the
 * innermost of the folders that exist, else `nobody`. Throws when root cannot become somebody else.
 */
export function choosePostgresUser(programs: string[], folders: string[]): PostgresUser {
  const ends = setprivCan(interruptedWithParent, 'true') ? interruptedWithParent : [];
  if (process.getuid?.() !== 0) {
    const wrap = (command: string, args: string[]): Command =>
      ends.length > 0 ? ['setpriv', [...ends, command, ...args]] : [command, args];
    return { wrap, own: () => {} };
  }

  const found = folders.flatMap((folder) => statSync(folder, { throwIfNoEntry: false }) ?? []);
  const user = found.find(({ uid }) => uid !== 0) ?? nobody;
  const identity = ['--reuid', `${user.uid}`, '--regid', `${user.gid}`, '--clear-groups'];
  const isOpen = [...programs, ...folders.slice(-1)].every((path) =>
    setprivCan(identity, 'test', '-x', path),
  );
  const change = isOpen ? identity : [...identity, ...passingClosedFolders];
  if (!isOpen && !setprivCan(change, 'true')) {
    throw new ConfigError(
      'PostgreSQL does not run as root, and `setpriv` (util-linux) cannot give it another user here: run the site as an ordinary user, or set DATABASE_URL.',
    );
  }
  return {
    wrap: (command, args) => ['setpriv', [...change, ...ends, command, ...args]],
    own: (path) => giveAway(path, user),
  };
}

/** The folder itself changes hands last: if this is cut off, the next start does it again. */
function giveAway(path: string, { uid, gid }: typeof nobody): void {
  if (statSync(path).uid === uid) return;
  const result = spawnSync('chown', ['-R', `${uid}:${gid}`, path], { encoding: 'utf8' });
  if (result.status !== 0) {
    const reason = result.error?.message ?? result.stderr.trim();
    throw new Error(`${path} could not be given to the database's user: ${reason}`);
  }
}

/** Runs one of PostgreSQL's programs to its end. Returns what it printed; throws its own reason. */
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
