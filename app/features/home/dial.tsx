const ticks = Array.from({ length: 60 }, (_, minute) => minute);

/** The site's emblem: a watch's dial for time, a candlestick in its middle for price. */
export const Dial = ({ className }: { className?: string }) => (
  <svg aria-hidden="true" viewBox="-120 -120 240 240" className={className} fill="none">
    <defs>
      <linearGradient id="dial-metal" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="var(--color-gold-fill-from)" />
        <stop offset="1" stopColor="var(--color-gold-fill-to)" />
      </linearGradient>
    </defs>
    <circle r="118" className="stroke-hairline-strong/50" strokeWidth="0.75" />
    <circle r="86" className="stroke-hairline" strokeWidth="0.75" />
    {ticks.map((minute) => {
      const isHour = minute % 5 === 0;
      const isQuarter = minute % 15 === 0;
      return (
        <path
          key={minute}
          d={`M0 ${isQuarter ? -94 : isHour ? -99 : -104}V-110`}
          transform={`rotate(${minute * 6})`}
          className={isHour ? 'stroke-gold' : 'stroke-hairline-strong'}
          strokeWidth={isQuarter ? 2.25 : isHour ? 1.25 : 0.6}
        />
      );
    })}
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
