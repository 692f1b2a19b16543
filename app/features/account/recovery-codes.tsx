import { useId } from 'react';
import { Button } from '#app/ui/button.tsx';

/** The recovery codes, shown this once. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className="mb-8 rounded-sm border border-gold bg-gold-wash p-6 sm:p-8"
    >
      <h3 id={headingId} className="text-lg">
        Your recovery codes
      </h3>
      <p className="mt-2 text-muted">
        Keep them where your authenticator is not: on paper, or in a password manager. Each lets you
        in once without it. They are not shown again.
      </p>
      <ul className="mt-5 grid gap-x-8 gap-y-1.5 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <Button variant="secondary" onClick={onClose} className="mt-6">
        I Have Kept Them
      </Button>
    </section>
  );
}
