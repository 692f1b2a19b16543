import { RefreshCw } from 'lucide-react';
import { Button } from '#app/ui/button.tsx';

interface FailedNoticeProps {
  text: string;
  isReading: boolean;
  retry: () => void;
}

/** Says that something could not be read, and tries again on demand. */
export function FailedNotice({ text, isReading, retry }: FailedNoticeProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-4 rounded-sm border border-danger bg-danger-wash px-5 py-4"
    >
      <p className="font-medium text-danger">{text}</p>
      <Button variant="secondary" onClick={retry} aria-disabled={isReading}>
        <RefreshCw aria-hidden className="size-4" strokeWidth={1.75} />
        {isReading ? 'Loading...' : 'Retry'}
      </Button>
    </div>
  );
}
