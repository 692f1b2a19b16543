import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';

const tones = {
  danger: 'border-danger bg-danger-wash',
  gold: 'border-gold-soft bg-surface',
  quiet: 'border-hairline bg-surface',
};

interface NoticeProps extends Omit<ComponentProps<'section'>, 'title'> {
  tone: keyof typeof tones;
  title: ReactNode;
  /** More text at the end of the line. */
  detail?: ReactNode;
  summaryRef?: ComponentProps<'summary'>['ref'];
}

/** An expandable line on the start page: what needs attention, and what to do about it. */
export const Notice = ({ tone, title, detail, summaryRef, children, ...section }: NoticeProps) => (
  <section {...section}>
    <details className={classNames('group/notice rounded-sm border', tones[tone])}>
      <summary
        ref={summaryRef}
        className="flex min-h-12 cursor-pointer items-center gap-3 px-4 py-2 leading-snug hover:text-gold [&::-webkit-details-marker]:hidden"
      >
        <span
          className={classNames('min-w-0 flex-1 font-semibold', tone === 'danger' && 'text-danger')}
        >
          {title}
        </span>
        {detail && <span className="shrink-0 text-sm text-muted">{detail}</span>}
        <ChevronDown className="size-4.5 shrink-0 text-gold transition-transform group-open/notice:rotate-180" />
      </summary>
      <div className="px-4 pb-4">{children}</div>
    </details>
  </section>
);
