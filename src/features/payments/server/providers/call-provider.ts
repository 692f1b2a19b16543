import { timingSafeEqual } from 'node:crypto';
import { ProviderUnavailable } from './provider.ts';

/** The timeout of a call, in milliseconds. */
export const defaultTimeoutMs = 10_000;

interface ProviderCall extends Pick<RequestInit, 'method' | 'headers' | 'body' | 'redirect'> {
  /** The provider's name, for the error. */
  label: string;
  timeoutMs: number;
}

export interface ProviderAnswer {
  status: number;
  body: string;
}

/**
 * Calls a provider and returns its response if the status is below 500. Throws `ProviderUnavailable` if
 * the provider can't be reached, takes too long, is too busy (429) or fails (5xx).
 */
export async function callProvider(
  url: string,
  { label, timeoutMs, ...init }: ProviderCall,
): Promise<ProviderAnswer> {
  const answer = await ask(url, init, timeoutMs).catch((cause: unknown) => {
    throw new ProviderUnavailable(`${label} does not answer`, { cause });
  });
  if (answer.status === 429 || answer.status >= 500) {
    throw new ProviderUnavailable(`${label} answered ${answer.status}`);
  }
  return answer;
}

async function ask(url: string, init: RequestInit, timeoutMs: number): Promise<ProviderAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { redirect: 'error', ...init, signal });
  return { status: response.status, body: await response.text() };
}

/** Parses a text as JSON. Returns undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Compares two signatures in constant time. */
export function isSameSignature(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
