import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { type PersonSearch, searchForm } from '#domain/person.ts';
import { messageOf } from '../auth/query-client.ts';
import { TextInput } from '../forms/form-fields.tsx';
import { useSentForm } from '../forms/use-schema-form.ts';
import { ErasureRecords } from './erasure-records.tsx';
import { PersonFile } from './person-file.tsx';
import { PersonSuggestions } from './person-suggestions.tsx';
import { EmptyBox, FailedNotice } from './record-list.tsx';
import { usePerson } from './use-person.ts';

/**
 * Finds a person and shows everything about them. Whom one looks for is not in the URL: proxies and
 * browsers would remember it.
 */
export function PeoplePanel() {
  const navigate = useNavigate();
  // From a request on the first screen.
  const { data: given } = searchForm.safeParse(useLocation().state);
  const [typed, look] = useState<PersonSearch>();
  const search = typed ?? (given && { text: given.text, with: [] });
  const { data: person, isError, error, isFetching, refetch } = usePerson(search);

  function leave(): void {
    look(undefined);
    void navigate('.', { replace: true, state: null, preventScrollReset: true });
  }

  return (
    <>
      <h2 className="text-heading">People</h2>
      <p className="mt-2 max-w-prose text-muted">
        Everything that is kept about one person: to be handed out, corrected or erased when they
        ask for it.
      </p>
      <SearchForm onSearch={(text) => look({ text, with: [] })} />
      <section aria-label="Person" aria-busy={isFetching} className="mt-8 lg:mt-10">
        {search && isError && (
          <FailedNotice
            text={`The person could not be looked for: ${messageOf(error)}`}
            isReading={isFetching}
            retry={() => void refetch()}
          />
        )}
        {search && !person && !isError && <Skeleton className="h-64" />}
        {search && person && person.suggestions.length > 0 && (
          <PersonSuggestions suggestions={person.suggestions} search={search} onSearch={look} />
        )}
        {search && person && isEmpty(person) && (
          <EmptyBox>
            {person.mailboxes.length === 0 && person.suggestions.length > 0
              ? 'A phone number alone does not identify anybody. Include an address above.'
              : `Nothing is kept about ${nameAll(person)}.`}
          </EmptyBox>
        )}
        {search && person && !isEmpty(person) && (
          <PersonFile
            key={nameAll(person)}
            person={person}
            search={search}
            onSearch={look}
            onErased={leave}
          />
        )}
      </section>
      <ErasureRecords />
    </>
  );
}

type Found = NonNullable<ReturnType<typeof usePerson>['data']>;

const isEmpty = ({ counts }: Found) => Object.values(counts).every((count) => count === 0);

const nameAll = ({ mailboxes, phones }: Found) => [...mailboxes, ...phones].join(', ');

function SearchForm({ onSearch }: { onSearch: (text: string) => void }) {
  const { form, fields } = useSentForm({
    id: 'find-person',
    schema: searchForm,
    async send({ text }) {
      onSearch(text);
      return undefined;
    },
  });
  return (
    <form
      id={form.id}
      onSubmit={form.onSubmit}
      noValidate
      className="mt-6 flex max-w-2xl flex-wrap items-start gap-3"
    >
      <div className="min-w-0 flex-1 basis-64">
        <TextInput
          field={fields.text}
          type="search"
          label="Find a person"
          hint="An email address or a phone number, however it was written."
        />
      </div>
      <Button type="submit" className="mt-7 max-sm:mt-0 max-sm:w-full">
        Find
      </Button>
    </form>
  );
}
