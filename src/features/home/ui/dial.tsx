/** The outer radius of all ticks. */
const outer = 110;

/** Ticks around the dial, drawn as the dashes of one circle instead of sixty lines. */
function Ticks({
  count,
  inner,
  width,
  className,
}: {
  count: number;
  inner: number;
  width: number;
  className: string;
}) {
  const radius = (inner + outer) / 2;
  // As a fraction of the distance between two ticks.
  const dash = Number(((width * count) / (2 * Math.PI * radius)).toFixed(4));
  return (
    <circle
      r={radius}
      pathLength={count}
      strokeDasharray={`${dash} ${1 - dash}`}
      strokeDashoffset={dash / 2}
      strokeWidth={outer - inner}
      className={className}
    />
  );
}

/** The site's logo: a watch dial for time, with a candlestick for price in the middle. */
export const Dial = ({ className }: { className?: string }) => (
  <svg aria-hidden="true" viewBox="-120 -120 240 240" className={className} fill="none">
    <defs>
      <linearGradient id="dial-metal" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="var(--color-gold-fill-from)" />
        <stop offset="1" stopColor="var(--color-gold-fill-to)" />
      </linearGradient>
    </defs>
    <circle r="118" className="fill-ground stroke-hairline-strong/50" strokeWidth="0.75" />
    <circle r="86" className="stroke-hairline" strokeWidth="0.75" />
    <Ticks count={60} inner={104} width={0.6} className="stroke-hairline-strong" />
    <Ticks count={12} inner={99} width={1.25} className="stroke-gold" />
    <Ticks count={4} inner={94} width={2.25} className="stroke-gold" />
    <path d="M0 -74V74M-74 0H74" className="stroke-hairline-strong/55" strokeWidth="0.75" />
    <path d="M0 -66V60" className="stroke-gold" strokeWidth="1.5" />
    <rect x="-11" y="-38" width="22" height="70" fill="url(#dial-metal)" />
    <g className="fill-ground stroke-gold" strokeWidth="1.25">
      <path d="M-34 -12V50M34 -56V14" />
      <rect x="-41" y="4" width="14" height="32" />
    </g>
    <rect x="27" y="-40" width="14" height="38" fill="url(#dial-metal)" />
  </svg>
);
