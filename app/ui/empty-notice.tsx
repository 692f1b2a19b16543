import { Candle } from './candle.tsx';

/** Says that a list has nothing to show yet. */
export function EmptyNotice({ children }: { children: string }) {
  return (
    <div className="container-site pb-(--section)">
      <div className="grid justify-items-center gap-5 rounded-sm border border-dashed border-hairline-strong/50 px-6 py-16 text-center text-muted">
        <Candle className="h-10 w-3" />
        <p>{children}</p>
      </div>
    </div>
  );
}
