import { onRequestToStop, startNode, toExitCode } from './run.mjs';

/** What a script ends with that cannot run before somebody has changed something (EX_CONFIG of sysexits.h). */
const configurationError = 78;

/** Between an end and the next start: from the first to the longest, doubling. Milliseconds. */
const pauses = { shortest: 500, longest: 10_000 };

/** After a run of this length the shortest pause is enough again. Milliseconds. */
const goodRun = 5_000;

/** How often it is looked whether npm is still there, in milliseconds. */
const npmCheck = 1_000;

/**
 * Runs a script on the pinned Node and starts it again whenever it dies, until it ends by itself
 * (0), for its configuration (78), or because this process was stopped or killed, which closes the
 * channel.
 */
export function keepRunning(args, environment) {
  let child;
  let pause = pauses.shortest;
  let isStopping = false;

  function start() {
    const startedAt = Date.now();
    child = startNode(args, environment, ['inherit', 'inherit', 'inherit', 'ipc']);
    child.on('exit', (code, signal) => {
      child = undefined;
      const isFinal = code === 0 || code === configurationError || isStopping;
      if (isFinal) process.exit(toExitCode(code, signal));
      if (Date.now() - startedAt > goodRun) pause = pauses.shortest;
      const end = signal ? `was killed (${signal})` : `ended with an error (${code})`;
      console.error(`The site ${end}. It starts again in ${pause / 1000} s.`);
      setTimeout(start, pause);
      pause = Math.min(pause * 2, pauses.longest);
    });
  }

  function stop(signal) {
    isStopping = true;
    if (!child) process.exit(0);
    child.kill(signal);
  }

  onRequestToStop(stop);
  // Switches the level of the log.
  process.on('SIGUSR2', () => child?.kill('SIGUSR2'));
  if (process.env.npm_lifecycle_event === 'start') {
    // npm that is killed takes nobody along.
    const npm = process.ppid;
    const check = setInterval(() => {
      if (process.ppid === npm) return;
      clearInterval(check);
      stop('SIGTERM');
    }, npmCheck).unref();
  }
  start();
}
