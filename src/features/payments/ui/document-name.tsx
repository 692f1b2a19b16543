import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';

interface DocumentNameProps {
  saved: string | null;
  /** What a rejected form contained. */
  entered: string | undefined;
}

/** Asks for the buyer’s name in letters that a receipt can show. */
export const DocumentName = ({ saved, entered }: DocumentNameProps) => (
  <section
    id="name"
    aria-labelledby="name-title"
    className="grid scroll-mt-(--header-height) gap-4 rounded-sm border border-hairline bg-surface p-5 sm:p-8"
  >
    <h2 id="name-title" className="text-heading">
      Your name on the receipt
    </h2>
    <form method="post" className="grid justify-items-start gap-4">
      <input type="hidden" name="intent" value="name" />
      <div className="w-full">
        <TextField
          id="buyer-name"
          name="buyerName"
          label="Your name in Latin letters"
          hint="Our receipts can’t show the letters of your name. If you leave this empty, they show your email address instead."
          defaultValue={entered ?? saved ?? ''}
          maxLength={120}
          required
          autoComplete="off"
        />
      </div>
      <Button type="submit" variant="secondary" className="max-sm:w-full">
        Save name
      </Button>
    </form>
  </section>
);
