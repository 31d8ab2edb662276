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

/** Settings have no drafts: before they are saved, the person sees what changes for every visitor at once. */
export function PublicSaveButton() {
  const form = useForm();
  const modified = useFormModified();
  const editDepth = useEditDepth();
  const { collectionSlug, globalSlug, savedDocumentData, initialData } = useDocumentInfo();
  const { getEntityConfig } = useConfig();
  const config = globalSlug
    ? getEntityConfig({ globalSlug })
    : getEntityConfig({ collectionSlug: collectionSlug ?? '' });
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
          title="Every visitor sees this at once"
          explanation="There is no draft of these settings. Check what changes on the site."
          theirsTitle="Public now"
          mineTitle="After your change"
          differences={changes}
          onCancel={() => setChanges(null)}
          choices={[
            {
              label: 'Make it public',
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
