import { desc } from 'drizzle-orm';
import type { Executor } from '#server/db/executor.ts';
import { videos } from '#server/db/schema.ts';

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
