import { parseResponse } from 'hono/client';
import { Picture } from '#app/ui/picture.tsx';
import { site } from '#content/site.ts';
import { formatDay } from '#domain/calendar-day.ts';
import { isOwnAddress } from '#domain/picture-address.ts';
import { dayInZone } from '#domain/time-zone.ts';
import { useAdminApi } from '../admin-api.ts';
import { AdminCard } from '../list/admin-card.tsx';
import { AdminList } from '../list/admin-list.tsx';
import { useAdminList } from '../list/use-admin-list.ts';
import { TabLayout } from '../tab-layout.tsx';
import { TestimonialForm } from './testimonial-form.tsx';

/** Cards that stand while the pictures are on their way. */
const placeholders = 6;

/** Which part of the catalogue a deletion that failed belongs to. */
function describeFailure(message: string, code: string | undefined): string {
  if (code === 'unusable-file-url') return message;
  return code === 'file-not-deleted'
    ? `Failed to delete image from storage: ${message}`
    : `Failed to delete testimonial from database: ${message}`;
}

/** Pictures of what students say: uploaded and deleted. */
export function TestimonialsTab() {
  const api = useAdminApi();
  const list = useAdminList({
    table: 'testimonials',
    what: 'testimonials',
    readPage: (cursor, signal) =>
      parseResponse(api.testimonials.$get({ query: { cursor } }, { init: { signal } })),
  });
  return (
    <TabLayout form={<TestimonialForm />}>
      <AdminList
        list={list}
        label="Testimonials"
        emptyText="No testimonials found."
        columns="four"
        placeholders={placeholders}
      >
        {({ id, image_url, created_at }) => {
          const day = formatDay(dayInZone(created_at, site.timeZone));
          return (
            <AdminCard
              title={day}
              cover={
                isOwnAddress(image_url) && (
                  <Picture
                    src={image_url}
                    alt={`Testimonial of ${day}`}
                    width={540}
                    height={960}
                    sizes="(min-width: 1280px) 15rem, (min-width: 768px) 30vw, 46vw"
                    className="block aspect-[9/16] h-auto w-full bg-gold-wash object-cover"
                  />
                )
              }
              deletion={{
                id,
                table: 'testimonials',
                noun: 'testimonial',
                name: `The testimonial of ${day}`,
                send: () =>
                  parseResponse(
                    api.testimonials[':id'].$delete(
                      { param: { id } },
                      { init: { keepalive: true } },
                    ),
                  ),
                done: 'Testimonial deleted successfully.',
                failed: describeFailure,
              }}
            />
          );
        }}
      </AdminList>
    </TabLayout>
  );
}
