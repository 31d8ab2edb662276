import { useContext } from 'react';
import { Html } from '#web/app/public/parts/html.tsx';
import { PagePicture } from '#web/app/public/parts/page-picture.tsx';
import { CallUsParagraph } from '#web/app/ui/components/call-us.tsx';
import { AlarmIcon, InfoIcon, WarningIcon } from '#web/app/ui/components/icons.tsx';
import type { BlockProps } from './page-part.tsx';
import { PagePart, PlaceContext } from './page-part.tsx';

/** Running text; without a heading it opens the page. At the beginning of a chapter, the chapter shows it. */
export function RichTextBlock({ block: { heading, html }, id }: BlockProps<'richText'>) {
  const place = useContext(PlaceContext);
  if (place === 'opens-chapter') return null;
  const text = <Html html={html} className="prose rich-text" />;
  if (!heading) return <div className="part">{text}</div>;
  return (
    <PagePart id={id} heading={heading}>
      {text}
    </PagePart>
  );
}

/** A picture beside its text, never under it. */
export function HeroBlock({ block: { heading, html, picture }, id }: BlockProps<'hero'>) {
  return (
    <PagePart id={id} heading={heading} className={picture ? 'with-picture' : undefined}>
      <Html html={html} />
      {picture ? <PagePicture picture={picture} sizes="(min-width: 48rem) 24rem, 100vw" /> : null}
    </PagePart>
  );
}

/** A word and an icon carry the tone too, so that it does not depend on color. */
const tones = {
  info: { word: 'Good to know', Icon: InfoIcon },
  warning: { word: 'Take care', Icon: WarningIcon },
  critical: { word: 'Important', Icon: AlarmIcon },
};

export function CalloutBlock({ block: { tone, heading, html }, id }: BlockProps<'callout'>) {
  const { word, Icon } = tones[tone];
  return (
    <PagePart
      id={id}
      heading={heading}
      className={`callout ${tone}`}
      sign={
        <p className="callout-tone">
          <Icon />
          {word}
        </p>
      }
    >
      <Html html={html} />
    </PagePart>
  );
}

/**
 * What to do next: one button, at most one other way, and the phone where the page has no chapter for it. Where it
 * opens a chapter, the main button of the page is another one.
 */
export function CallToActionBlock({
  block: { heading, html, primary, secondary },
  id,
}: BlockProps<'callToAction'>) {
  const place = useContext(PlaceContext);
  return (
    <PagePart id={id} heading={heading} className={place === 'on-page' ? 'action' : undefined}>
      {place === 'opens-chapter' ? null : <Html html={html} />}
      <p className="button-row">
        <a className={place === 'opens-chapter' ? 'button secondary' : 'button'} href={primary.to}>
          {primary.label}
        </a>
        {secondary ? (
          <a className="button secondary" href={secondary.to}>
            {secondary.label}
          </a>
        ) : null}
      </p>
      {place === 'on-page' ? <CallUsParagraph>Or call us at</CallUsParagraph> : null}
    </PagePart>
  );
}
