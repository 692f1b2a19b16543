import { spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';

type Program = 'ffmpeg' | 'ffprobe';

/** The most address space of a conversion, in bytes: a film of 4K takes about half of it. */
const memoryBytes = 3 * 1024 ** 3;

/**
 * Runs a program at the lowest priority, within its memory. It ends with this process, even if that is
 * killed, and is the first to be killed if the machine runs out of memory.
 */
const limited = [
  ...['setpriv', '--pdeathsig', 'KILL'],
  ...['prlimit', `--as=${memoryBytes}`, '--core=0'],
  ...['choom', '--adjust', '1000', '--'],
  ...['nice', '-n', '19'],
];

/** What a conversion needs: Debian's packages `ffmpeg`, `util-linux` and `coreutils`. */
const programs = ['ffmpeg', 'ffprobe', 'setpriv', 'prlimit', 'choom', 'nice'];

const folders = () => (process.env.PATH ?? '').split(path.delimiter);

/** Returns whether this machine can convert films. */
export async function hasFfmpeg(): Promise<boolean> {
  const found = programs.map((program) =>
    Promise.any(folders().map((folder) => access(path.join(folder, program), constants.X_OK))),
  );
  return Promise.all(found).then(
    () => true,
    () => false,
  );
}

/** Why a film cannot be converted, for the mentor. */
export class FilmError extends Error {
  override name = 'FilmError';
}

interface RunOptions {
  /** The folder in which the program works. */
  folder: string;
  timeoutMs: number;
  signal: AbortSignal;
  onLine: (line: string) => void;
}

/** The most that is kept of a program's complaints, in characters. */
const maxComplaint = 2_000;

/**
 * Runs ffmpeg or ffprobe. Throws a FilmError if it fails or takes too long, and an AbortError if it is stopped.
 */
export async function runFfmpeg(
  program: Program,
  args: string[],
  { folder, timeoutMs, signal, onLine }: RunOptions,
): Promise<void> {
  const [command = '', ...first] = limited;
  const child = spawn(command, [...first, program, '-v', 'error', ...args], {
    cwd: folder,
    // None of the site's secrets.
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
    killSignal: 'SIGKILL',
    timeout: timeoutMs,
    signal,
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-maxComplaint);
  });
  createInterface(child.stdout).on('line', onLine);
  const startedAt = performance.now();
  const { promise: ended, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject);
  child.once('close', resolve);
  const code = await ended;
  signal.throwIfAborted();
  if (code === 0) return;
  if (performance.now() - startedAt >= timeoutMs) throw new FilmError('It took too long.');
  throw new FilmError(`It can’t be read: ${lastLineOf(complaint)}`);
}

/** Returns the last line of what a program said, without the addresses in memory. */
const lastLineOf = (complaint: string) =>
  complaint
    .trim()
    .split('\n')
    .at(-1)
    ?.replaceAll(/\[[^\][]{0,60}@ 0x[0-9a-f]{1,16}\]\s{0,9}/g, '')
    .slice(0, 200) || 'the converter stopped.';
