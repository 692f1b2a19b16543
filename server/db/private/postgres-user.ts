import { spawnSync } from 'node:child_process';
import { chownSync, statSync } from 'node:fs';

/** PostgreSQL refuses to run as root. `nobody` exists everywhere and owns nothing else here. */
const unprivilegedId = 65_534;

/** Who runs PostgreSQL, and how a command is started as them. */
export interface PostgresUser {
  /** The command and its arguments, wrapped where the process has to change its user. */
  wrap(command: string, args: string[]): [command: string, args: string[]];
  /** Gives a file or folder to that user. */
  own(path: string): void;
}

const identity = ['--reuid', `${unprivilegedId}`, '--regid', `${unprivilegedId}`, '--clear-groups'];

/**
 * The same, with the right to pass folders that only root may enter, such as
 * root's home. Without the securebit, PostgreSQL's own check of access fails.
 */
const identityPastClosedFolders = [
  ...identity,
  '--inh-caps=+dac_override,+dac_read_search',
  '--ambient-caps=+dac_override,+dac_read_search',
  '--securebits=+no_setuid_fixup',
];

const asItself: PostgresUser = { wrap: (command, args) => [command, args], own: () => {} };

/**
 * Decides who runs PostgreSQL: the current user, or for root an unprivileged one.
 *
 * @param paths everything PostgreSQL has to reach
 */
export function choosePostgresUser(paths: string[]): PostgresUser {
  if (process.getuid?.() !== 0) return asItself;
  const canReach = paths.every(
    (path) => spawnSync('setpriv', [...identity, 'test', '-r', path]).status === 0,
  );
  const change = canReach ? identity : identityPastClosedFolders;
  return {
    wrap: (command, args) => ['setpriv', [...change, command, ...args]],
    own(path) {
      if (statSync(path).uid === unprivilegedId) return;
      chownSync(path, unprivilegedId, unprivilegedId);
      spawnSync('chown', ['-R', `${unprivilegedId}:${unprivilegedId}`, path]);
    },
  };
}
