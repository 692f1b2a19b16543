import { onRequestToStop, startNode, toExitCode } from './run.mjs';

/**
 * The exit code of a script that needs a configuration change before it can run (EX_CONFIG of
 * sysexits.h).
 */
const configurationError = 78;

/** The pause before a restart, doubling from the shortest to the longest, in milliseconds. */
const pauses = { shortest: 500, longest: 10_000 };

/** A run of this length resets the pause, in milliseconds. */
const goodRun = 5_000;

/** How often the script checks whether npm is still running, in milliseconds. */
const npmCheck = 1_000;

/**
 * Runs a script on the pinned Node and restarts it whenever it fails, until it exits with 0, exits
 * because of its configuration (78), or this process is stopped or killed, which closes the
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
      console.error(`The site ${end}. Restarting in ${pause / 1000} s.`);
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
  // Switches the log level.
  process.on('SIGUSR2', () => child?.kill('SIGUSR2'));
  if (process.env.npm_lifecycle_event === 'start') {
    // A killed npm does not end its children.
    const npm = process.ppid;
    const check = setInterval(() => {
      if (process.ppid === npm) return;
      clearInterval(check);
      stop('SIGTERM');
    }, npmCheck).unref();
  }
  start();
}
