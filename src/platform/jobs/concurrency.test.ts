import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limitBusy } from './concurrency.ts';

describe('limitBusy', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Asks for work of these names, each of which ends when it is told to. */
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

  it('runs so much at once, first come first served, and what fails makes room as well', async () => {
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

  it('lets others in past what waits for long, which still has its answer', async () => {
    const { begun, works } = ask('abc');
    await vi.advanceTimersByTimeAsync(99);
    expect(begun).toEqual(['a', 'b']);
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toEqual(['a', 'b', 'c']);
    works[0]?.resolve('late');
    expect(await works[0]?.answer).toBe('late');
  });

  it('tells who asks of work that fails before it has begun', async () => {
    const limit = limitBusy({ busy: 1, forMs: 100 });
    const throwing = () => {
      throw new Error('at once');
    };
    await expect(limit(throwing)).rejects.toThrow('at once');
    await expect(limit(async () => 'next')).resolves.toBe('next');
    expect(vi.getTimerCount()).toBe(0);
  });
});
