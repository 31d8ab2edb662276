import { PagePicture } from '#web/app/public/parts/page-picture.tsx';
import { OpenNow } from '#web/app/ui/components/hours-line.tsx';
import { PhoneIcon } from '#web/app/ui/components/icons.tsx';
import type { ContentPage } from '#web/app/ui/files/content-types.ts';
import { useLayoutData } from '#web/app/ui/pages/layout-data.ts';
import { HeroPicture } from './hero-picture.tsx';

/** The top of the home page: what the firm does, two ways to begin, and the phone. */
export function Hero({ page: { title, lead, opening, version } }: { page: ContentPage }) {
  const firm = useLayoutData();
  return (
    <div className="hero" data-version={version}>
      <div className="wrap hero-columns">
        <div>
          <h1>{title}</h1>
          <p className="hero-lead">{lead}</p>
          <p className="button-row">
            {opening?.primary ? (
              <a className="button" href={opening.primary.to}>
                {opening.primary.label}
              </a>
            ) : null}
            {opening?.secondary ? (
              <a className="button secondary" href={opening.secondary.to}>
                {opening.secondary.label}
              </a>
            ) : null}
          </p>
          {firm ? (
            <p className="hero-phone">
              <a href={firm.phoneHref}>
                <PhoneIcon />
                Call {firm.phone}
              </a>
            </p>
          ) : null}
          {firm?.hours.openNow ? (
            <p className="hero-open">
              <OpenNow now={firm.hours.openNow} />
            </p>
          ) : null}
        </div>
        {opening?.picture ? (
          <PagePicture picture={opening.picture} sizes="(min-width: 46rem) 30rem, 100vw" loading="eager" />
        ) : (
          <HeroPicture />
        )}
      </div>
    </div>
  );
}
