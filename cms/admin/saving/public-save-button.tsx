'use client';

import {
  Button,
  useConfig,
  useDocumentInfo,
  useEditDepth,
  useForm,
  useFormModified,
  useHotkey,
} from '@payloadcms/ui';
import { useState } from 'react';
import { type Difference, findDifferences } from './compare-texts.ts';
import { CompareDialog } from './dialogs.tsx';

const wordsOfSettings = {
  title: 'Every visitor sees this at once',
  explanation: 'There is no draft of these settings. Check what changes on the site.',
  theirsTitle: 'Public now',
  confirm: 'Make it public',
};

/** A value may begin on a day to come, and is public nowhere before it. */
const wordsOfFigures = {
  title: 'Each value is public from its first day on',
  explanation:
    'One that is valid today already is public at once. There is no draft of figures. Check what changes.',
  theirsTitle: 'Saved now',
  confirm: 'Save it',
};

/** Settings and figures have no drafts: before they are saved, the person sees what changes, and when for visitors. */
export function PublicSaveButton() {
  const form = useForm();
  const modified = useFormModified();
  const editDepth = useEditDepth();
  const { collectionSlug, globalSlug, savedDocumentData, initialData } = useDocumentInfo();
  const { getEntityConfig } = useConfig();
  const config = globalSlug
    ? getEntityConfig({ globalSlug })
    : getEntityConfig({ collectionSlug: collectionSlug ?? '' });
  const words = collectionSlug === 'figures' ? wordsOfFigures : wordsOfSettings;
  const [changes, setChanges] = useState<Difference[] | null>(null);
  const ask = () => {
    const before = savedDocumentData ?? initialData ?? {};
    setChanges(findDifferences(form.getData(), before, config?.fields ?? []));
  };
  useHotkey({ cmdCtrlKey: true, editDepth, keyCodes: ['s'] }, (event) => {
    event.preventDefault();
    event.stopPropagation();
    if (modified && !changes) ask();
  });
  return (
    <>
      <Button buttonId="action-save" disabled={!modified} onClick={ask} size="medium" type="button">
        Save and make public
      </Button>
      {changes ? (
        <CompareDialog
          title={words.title}
          explanation={words.explanation}
          theirsTitle={words.theirsTitle}
          mineTitle="After your change"
          differences={changes}
          onCancel={() => setChanges(null)}
          choices={[
            {
              label: words.confirm,
              act: () => {
                setChanges(null);
                void form.submit();
              },
            },
            { label: 'Go back', primary: true, act: () => setChanges(null) },
          ]}
        />
      ) : null}
    </>
  );
}
