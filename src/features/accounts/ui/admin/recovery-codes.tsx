import { Download } from 'lucide-react';
import { Button, buttonClass } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';

interface RecoveryCodesProps {
  codes: string[];
  email: string;
  onClose: () => void;
}

/** Shows new recovery codes. They are shown only once. */
export function RecoveryCodes({ codes, email, onClose }: RecoveryCodesProps) {
  const file = `Recovery codes for ${email}\nEach code works once.\n\n${codes.join('\n')}\n`;
  return (
    <section
      aria-labelledby="recovery-codes"
      className="rounded-sm border border-gold bg-gold-wash p-6 sm:p-8"
    >
      <h3 id="recovery-codes" className="text-lg">
        Your recovery codes
      </h3>
      <p className="mt-2 text-muted">
        Use one to sign in if you lose your phone. Each works once. Save them now, in a password
        manager or on paper: you won’t see them again.
      </p>
      <ul className="mt-5 grid gap-x-8 gap-y-1.5 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-6 grid gap-3 sm:flex sm:flex-wrap">
        <CopyButton text={codes.join('\n')} what="Recovery codes" />
        <a
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          className={buttonClass('secondary')}
        >
          <Download className="size-4" />
          <span>Download</span>
        </a>
        <Button onClick={onClose}>I’ve saved them</Button>
      </div>
    </section>
  );
}
