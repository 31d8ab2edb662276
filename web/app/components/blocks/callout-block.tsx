import { Html } from '../html.tsx';
import { AlarmIcon, InfoIcon, WarningIcon } from '../icons.tsx';
import type { BlockProps } from './block-props.ts';
import { PagePart } from './page-part.tsx';

/** The tone is said by a word and a sign, so that nobody has to see the colour. */
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
