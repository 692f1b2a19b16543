import { desc } from 'drizzle-orm';
import type { Executor } from '#server/db/executor.ts';
import { videos } from '#server/db/schema.ts';
import { createRecordQueries } from './records.ts';

/** All videos, newest first. */
export function listVideos(db: Executor) {
  return db
    .select({
      id: videos.id,
      title: videos.title,
      subtitle: videos.subtitle,
      videoUrl: videos.videoUrl,
      createdAt: videos.createdAt,
    })
    .from(videos)
    .orderBy(desc(videos.createdAt), desc(videos.id));
}

/** What the admin does with videos. */
export const videoRecords = createRecordQueries({
  table: videos,
  columns: {
    id: videos.id,
    title: videos.title,
    subtitle: videos.subtitle,
    video_url: videos.videoUrl,
    created_at: videos.createdAt,
  },
  newest: videos.createdAt,
});
