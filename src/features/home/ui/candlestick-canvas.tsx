import { Pause, Play } from 'lucide-react';
import chart from '#document/chart.ts?script';
import { IconButton } from '#ui/button.tsx';
import { DocumentScript } from '#ui/document-script.tsx';

/** The chart behind the hero (document/chart.ts). */
export const CandlestickCanvas = ({ className }: { className: string }) => (
  <>
    <canvas data-chart="" aria-hidden className={className} />
    <IconButton
      label="Pause the chart animation"
      data-chart-pause=""
      className="group/pause absolute right-[max(var(--gutter),calc(50vw-38.5rem))] bottom-4 -mr-3 z-10 text-muted motion-reduce:hidden"
    >
      <Pause className="size-4 group-data-[paused=true]/pause:hidden" strokeWidth={1.5} />
      <Play className="hidden size-4 group-data-[paused=true]/pause:block" strokeWidth={1.5} />
    </IconButton>
    <DocumentScript src={chart} />
  </>
);
