import type { FieldMetadata } from '@conform-to/react';
import { use } from 'react';
import type { BrokerBanner } from '#domain/settings/pictures.ts';
import { Checkbox, Group, Line } from './fields.tsx';
import { ListField } from './list-fields.tsx';
import { PictureField } from './picture-field.tsx';
import { SamplesContext } from './section-context.tsx';
import type { SectionFields } from './section-fields.ts';

/** The pictures of the site but those of its posts, videos and testimonials. */
export function PicturesFields({ fields }: SectionFields<'pictures'>) {
  const samples = use(SamplesContext);
  const isSample = ({ value }: FieldMetadata<BrokerBanner>) => samples.has(value?.image?.src ?? '');
  return (
    <>
      <Group
        title="Portrait"
        about="Of you, on the home page and the about page. Upright, 4 to 5: 800 by 1,000 pixels or more."
      >
        <PictureField field={fields.portrait} shape="portrait" />
      </Group>
      <Group
        title="Picture for sharing"
        about="What WhatsApp, Facebook and others show beside a link to your site. 1,200 by 630 pixels, PNG or JPEG."
      >
        <PictureField field={fields.sharePicture} shape="share" />
      </Group>
      <Group
        title="Banners"
        about="One of them, by chance, closes the pages of posts, videos, freebies and the community. Wide, 4 to 1: 1,200 by 300 pixels."
      >
        <ListField
          field={fields.brokerBanners}
          items={fields.brokerBanners.getFieldList()}
          noun="banner"
          most={60}
          blank={{ href: '', isShown: true, image: { src: '', alt: '', width: 1200, height: 300 } }}
          nameOf={(item) => item.value?.image?.alt}
          isSample={isSample}
          summary={(item) => {
            const shown = item.value?.isShown === 'on' ? 'Shown' : 'Not shown';
            return [isSample(item) ? 'Sample' : shown, item.value?.href]
              .filter(Boolean)
              .join(' · ');
          }}
        >
          {(item) => {
            const { href, image, isShown } = item.getFieldset();
            return (
              <>
                <Checkbox field={isShown} />
                <PictureField field={image} shape="banner" place={item.key} />
                <Line field={href} inputMode="url" placeholder="https://" />
              </>
            );
          }}
        </ListField>
      </Group>
    </>
  );
}
