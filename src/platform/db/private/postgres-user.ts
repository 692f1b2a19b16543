import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { ConfigError } from '#platform/config/config.ts';

/** `nobody` exists everywhere and owns nothing else here. */
const nobody = { uid: 65_534, gid: 65_534 };

type Command = [program: string, args: string[]];

export interface PostgresUser {
  /**
   * Returns a command that runs as that user. On Linux it is interrupted when this process ends,
   * even if it is killed.
   */
  wrap(command: string, args: string[]): Command;
  /** Gives a file or a whole folder to that user. */
  own(path: string): void;
}

/**
 * The capability to traverse folders that only root can enter. It also allows reading every file,
 * so the site's role must not be able to make PostgreSQL read files. Without the securebit,
 * PostgreSQL's own check fails.
 */
const passClosedFolders = [
  '--inh-caps=+dac_read_search',
  '--ambient-caps=+dac_read_search',
  '--securebits=+no_setuid_fixup',
];

/** SIGINT is PostgreSQL's fast shutdown, and makes initdb remove its files. */
const interruptWithParent = ['--pdeathsig', 'INT'];

const setprivCan = (options: string[], ...command: string[]): boolean =>
  spawnSync('setpriv', [...options, ...command], { cwd: '/' }).status === 0;

/**
 * Chooses the user that runs PostgreSQL, which refuses to run as root: the current user, or for
 * root the owner of the innermost folder, or `nobody`. Throws ConfigError if root cannot change its
 * user.
 */
export function choosePostgresUser(programs: string[], folders: string[]): PostgresUser {
  const ends = setprivCan(interruptWithParent, 'true') ? interruptWithParent : [];
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
  const change = isOpen ? identity : [...identity, ...passClosedFolders];
  if (!isOpen && !setprivCan(change, 'true')) {
    throw new ConfigError(
      'PostgreSQL does not run as root, and `setpriv` (util-linux) cannot give it another user here: run the site as an ordinary user, or set DATABASE_URL.',
    );
  }
  return {
    wrap: (command, args) => ['setpriv', [...change, ...ends, command, ...args]],
    own: (path) => changeOwner(path, user),
  };
}

/** chown changes the folder itself last, so that the next start repeats an interrupted run. */
function changeOwner(path: string, { uid, gid }: typeof nobody): void {
  if (statSync(path).uid === uid) return;
  const result = spawnSync('chown', ['-R', `${uid}:${gid}`, path], { encoding: 'utf8' });
  if (result.status === 0) return;
  const reason = result.error?.message ?? result.stderr.trim();
  throw new Error(`${path} could not be given to the database's user: ${reason}`);
}

/** Runs a PostgreSQL program until it exits. Returns its output, or throws its error message. */
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
  if (status === 0) return stdout;
  if (error) throw error;
  const lines = stderr.trim().split('\n');
  const reason = lines.find((line) => /\b(?:FATAL|PANIC|error):/.test(line)) ?? lines.join(' | ');
  throw new Error(reason.replace(/^.*?\b(?:FATAL|PANIC|error):\s*/, ''));
}
