import { UserSearch, Users } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { CardPageLink, RecordCard, RecordList } from '#features/admin-ui/ui/index.ts';
import { isRecordId } from '#rules/list-page.ts';
import { SidePanel } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { useDebounced } from '#ui/use-debounced.ts';
import { AccessMark, AccessText, ProgressText } from './access-text.tsx';
import { useCourseCounts, useCourseCustomers } from './use-customers.ts';

/** Opens the list of those who were given a course, and says how many they are. */
export function CourseCustomersLink({ id, title }: { id: string; title: string }) {
  const { data } = useCourseCounts();
  const count = data?.find(({ course_id }) => course_id === id)?.given ?? 0;
  return (
    <CardPageLink icon={Users} spoken={`: ${title}`} to={`?who=${id}`}>
      Who has it{data && ` (${count.toLocaleString('en')})`}
    </CardPageLink>
  );
}

/** The customers of the course that the URL opens, next to the list. */
export function CourseCustomersPanel() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const asked = params.get('who') ?? '';
  const id = isRecordId(asked) ? asked : undefined;
  return (
    <SidePanel
      isOpen={id !== undefined}
      onClose={() => void navigate('.', { preventScrollReset: true })}
      title="Who has it"
    >
      {id !== undefined && <CourseCustomers key={id} courseId={id} />}
    </SidePanel>
  );
}

function CourseCustomers({ courseId }: { courseId: string }) {
  const [words, setWords] = useState('');
  const search = useDebounced(words.trim());
  const customers = useCourseCustomers(courseId, search);
  const counts = useCourseCounts().data?.find(({ course_id }) => course_id === courseId);
  return (
    <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-4 pb-10">
      {counts && (
        <p className="text-muted">
          {counts.given === 1 ? '1 person was' : `${counts.given.toLocaleString('en')} people were`}{' '}
          given this course. It is open for {counts.open.toLocaleString('en')}.
        </p>
      )}
      <TextField
        id="find-customer"
        type="search"
        label="Find a customer"
        placeholder="Name, email or phone"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <RecordList
        records={customers}
        columns="one"
        emptyText={search ? 'No customers found.' : 'This course has no customers yet.'}
      >
        {({ name, email, phone, access }) => (
          <RecordCard
            title={name}
            aside={
              <span className="break-words">{[email, phone].filter(Boolean).join(' · ')}</span>
            }
            actions={
              <CardPageLink
                icon={UserSearch}
                spoken={`: ${name}`}
                to="/admin/people"
                preventScrollReset={false}
                state={{ text: email ?? phone }}
              >
                Open the person
              </CardPageLink>
            }
          >
            {access.map((one) => (
              <div key={one.id} className="grid justify-items-start gap-1 text-[0.9375rem]">
                <AccessMark state={one.state} />
                <AccessText access={one} />
                <span className="text-sm text-muted">
                  <ProgressText access={one} />
                </span>
              </div>
            ))}
          </RecordCard>
        )}
      </RecordList>
    </div>
  );
}
