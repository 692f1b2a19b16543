import { Eyebrow } from '#app/ui/candle.tsx';
import { Reveal } from '#app/ui/reveal.tsx';
import { aboutIntroduction } from '#content/copy.ts';
import { founderPicture } from '#content/pictures.ts';

/** Who teaches, and what the method stands on. The anchor `about`. */
export const AboutSection = () => (
  <section id="about" className="py-(--section)">
    <Reveal className="container-site grid items-center gap-x-[clamp(2.5rem,7vw,7rem)] gap-y-12 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <div className="relative max-md:max-w-sm">
        <div
          aria-hidden
          className="absolute inset-0 translate-x-3 translate-y-3 border border-gold-soft/50"
        />
        <img
          {...founderPicture}
          alt={founderPicture.alt}
          loading="lazy"
          className="relative block h-auto w-full"
        />
      </div>
      <div>
        <Eyebrow>{aboutIntroduction.eyebrow}</Eyebrow>
        <h2 className="mt-5 text-title">{aboutIntroduction.heading}</h2>
        <div className="mt-7 grid max-w-prose gap-5 text-lead text-muted">
          {aboutIntroduction.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
    </Reveal>
  </section>
);
