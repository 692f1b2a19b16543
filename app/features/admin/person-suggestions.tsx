import type { PersonSearch, PersonSuggestion } from '#domain/person.ts';
import { cardActionClass } from './record-card.tsx';

const reasons: Record<PersonSuggestion['reason'], string> = {
  phone: 'same phone number',
  mailbox: 'similar email address',
};

interface PersonSuggestionsProps {
  suggestions: PersonSuggestion[];
  search: PersonSearch;
  onSearch: (search: PersonSearch) => void;
}

/** Who may be the same person. Nothing of theirs is shown, exported or erased before they are included. */
export const PersonSuggestions = ({ suggestions, search, onSearch }: PersonSuggestionsProps) => (
  <section
    aria-labelledby="suggested-people"
    className="mb-6 rounded-sm border border-hairline bg-surface p-5 sm:p-6"
  >
    <h3 id="suggested-people" className="font-semibold">
      May be the same person
    </h3>
    <p className="mt-1 max-w-prose text-sm text-muted">
      People share phone numbers. Include an address only if you know that it is theirs.
    </p>
    <ul className="mt-3">
      {suggestions.map(({ mailbox, reason, names }) => (
        <li
          key={mailbox}
          className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-t border-hairline"
        >
          <span className="min-w-0 break-words [overflow-wrap:anywhere]">
            {mailbox} · <bdi>{names.join(', ')}</bdi> ({reasons[reason]})
          </span>
          <button
            type="button"
            onClick={() => onSearch({ ...search, with: [...search.with, mailbox] })}
            className={cardActionClass}
          >
            Include<span className="sr-only"> {mailbox}</span>
          </button>
        </li>
      ))}
    </ul>
  </section>
);
