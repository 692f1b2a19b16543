/** Makes a function by which whoever asks for the same key meanwhile shares one run of the work. */
export function createSingleFlight<Result>() {
  const running = new Map<string, Promise<Result>>();
  return (key: string, work: () => Promise<Result>): Promise<Result> => {
    const joined = running.get(key);
    if (joined) return joined;
    const run = work().finally(() => running.delete(key));
    running.set(key, run);
    return run;
  };
}
