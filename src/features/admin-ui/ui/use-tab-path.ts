import { useSearchParams } from 'react-router';

/**
 * Returns a function that builds links within a tab. They replace the parameters with these names,
 * which say what is open, and keep the others, which are the view.
 */
export function useTabPath(names: readonly string[]): (open: object) => string {
  const [params] = useSearchParams();
  return (open) => {
    const next = new URLSearchParams(params);
    for (const name of names) next.delete(name);
    for (const [name, value] of Object.entries(open)) next.set(name, value);
    return `?${next}`;
  };
}
