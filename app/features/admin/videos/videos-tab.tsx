import { parseResponse } from 'hono/client';
import { site } from '#content/site.ts';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { VideoPlayer } from '../../media/video-player.tsx';
import { useAdminApi } from '../admin-api.ts';
import { AdminCard } from '../list/admin-card.tsx';
import { AdminList } from '../list/admin-list.tsx';
import { useAdminList } from '../list/use-admin-list.ts';
import { TabLayout } from '../tab-layout.tsx';
import { VideoForm } from './video-form.tsx';

/** Videos: uploaded, looked at and deleted. */
export function VideosTab() {
  const api = useAdminApi();
  const list = useAdminList({
    table: 'videos',
    what: 'videos',
    readPage: (cursor, signal) =>
      parseResponse(api.videos.$get({ query: { cursor } }, { init: { signal } })),
  });
  return (
    <TabLayout form={<VideoForm />}>
      <AdminList list={list} label="Videos" emptyText="No videos found." columns="two">
        {({ id, title, subtitle, video_url, poster_url, created_at }) => (
          <AdminCard
            title={title}
            cover={<VideoPlayer title={title} videoUrl={video_url} posterUrl={poster_url} />}
            deletion={{
              id,
              table: 'videos',
              noun: 'video',
              name: title,
              send: () =>
                parseResponse(
                  api.videos[':id'].$delete({ param: { id } }, { init: { keepalive: true } }),
                ),
              done: 'Video deleted successfully',
              failed: (message, code) =>
                code === 'unusable-file-url' ? message : `Failed to delete video: ${message}`,
            }}
          >
            <p className="text-muted">{subtitle}</p>
            <p className="text-sm text-muted">
              <time dateTime={created_at}>{formatDateAndClock(created_at, site.timeZone)}</time>
            </p>
          </AdminCard>
        )}
      </AdminList>
    </TabLayout>
  );
}
