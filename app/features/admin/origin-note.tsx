import { describeOrigin, type Origin } from '#domain/origin.ts';

/** Where the visit came from in which somebody wrote, if that is known. */
export function OriginNote({ row }: { row: Origin }) {
  const words = describeOrigin(row);
  return words ? <p className="text-sm break-words text-muted">{words}</p> : null;
}
