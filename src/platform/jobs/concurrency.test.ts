import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limitBusy } from './concurrency.ts';

describe('limitBusy', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Starts work with these names; each ends when the test says so. */
  function ask(names: string) {
    const begun: string[] = [];
    const limit = limitBusy({ busy: 2, forMs: 100 });
    const works = [...names].map((name) => {
      const work = Promise.withResolvers<string>();
      const answer = limit(() => {
        begun.push(name);
        return work.promise;
      });
      return { ...work, answer };
    });
    return { begun, works };
  }

  const settle = () => vi.advanceTimersByTimeAsync(0);

  it('limitBusy runs work in order up to the limit, and failures free their slot', async () => {
    const { begun, works } = ask('abcd');
    await settle();
    expect(begun).toEqual(['a', 'b']);
    works[1]?.reject(new Error('none'));
    await expect(works[1]?.answer).rejects.toThrow('none');
    await settle();
    expect(begun).toEqual(['a', 'b', 'c']);
    works[0]?.resolve('done');
    expect(await works[0]?.answer).toBe('done');
    await settle();
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
  });

  it('limitBusy does not count work that waits for long, and still returns its result', async () => {
    const { begun, works } = ask('abc');
    await vi.advanceTimersByTimeAsync(99);
    expect(begun).toEqual(['a', 'b']);
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toEqual(['a', 'b', 'c']);
    works[0]?.resolve('late');
    expect(await works[0]?.answer).toBe('late');
  });

  it('rejects if work fails synchronously', async () => {
    const limit = limitBusy({ busy: 1, forMs: 100 });
    const throwing = () => {
      throw new Error('at once');
    };
    await expect(limit(throwing)).rejects.toThrow('at once');
    await expect(limit(async () => 'next')).resolves.toBe('next');
    expect(vi.getTimerCount()).toBe(0);
  });
});
