import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { NeedsScripts } from '#app/ui/needs-scripts.tsx';
import { UploadQueuesProvider } from '../../uploads/upload-queues.tsx';
import { DeletionsProvider } from '../list/deletions.tsx';
import { useArrivalsInTitle } from '../live/use-arrivals-in-title.ts';
import { useChanges } from '../live/use-changes.ts';
import { createQueryClient } from '../query-client.ts';
import { AdminHeader } from './admin-header.tsx';
import { TabBar } from './tab-bar.tsx';

/** What all tabs stand in. */
export function AdminFrame({ email, children }: { email: string; children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <DeletionsProvider>
        <UploadQueuesProvider>
          <LiveUpdates />
          <AdminHeader email={email} />
          <NeedsScripts
            className="mx-(--gutter) mb-(--section)"
            note="The admin area needs JavaScript."
          >
            <TabBar />
            {children}
          </NeedsScripts>
        </UploadQueuesProvider>
      </DeletionsProvider>
    </QueryClientProvider>
  );
}

function LiveUpdates() {
  useChanges(useArrivalsInTitle());
  return null;
}
