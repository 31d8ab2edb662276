'use client';

import { easternToday } from '@claimdesk/forms/eastern-time';
import { createClientFeature } from '@payloadcms/richtext-lexical/client';
import {
  $getRoot,
  $getSelection,
  $isRangeSelection,
  $setSelection,
  type BaseSelection,
  type LexicalEditor,
} from '@payloadcms/richtext-lexical/lexical';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type DatedValue, valueOn } from '#cms/figures/dated-values.ts';
import { definitionOf, figureDefinitions } from '#cms/figures/definitions.ts';
import { yearOf } from '#cms/figures/words.ts';
import { askCms } from '../ask-cms.ts';
import { Dialog } from '../saving/dialogs.tsx';
import { $removeTyped } from './remove-typed.ts';

interface Choice {
  name: string;
  label: string;
  /** As the site shows it today, with its year. */
  today: string;
}

/** Read once per page of the admin, and again each time that the menu is opened. */
let choices: Choice[] = [];

async function readChoices(): Promise<Choice[]> {
  const { docs } = await askCms<{ docs: { name: string; label: string; values: DatedValue[] }[] }>(
    'figures?sort=order&limit=100&depth=0',
  );
  const today = easternToday();
  choices = docs.flatMap(({ name, label, values }) => {
    const definition = definitionOf(name);
    const value = valueOn(values, today);
    if (!definition || !value) return [];
    const year = yearOf(definition, value);
    return [{ name, label, today: year ? `${value.value} (${year})` : value.value }];
  });
  return choices;
}

interface FigureDialogProps {
  /** What a click on a figure does. */
  purpose: string;
  /** Said after a click; empty while nothing was chosen. */
  status?: string;
  onChoose: (name: string) => void;
  onCancel: () => void;
}

/** All figures with the values of today, to choose one of. */
function FigureDialog({ purpose, status = '', onChoose, onCancel }: FigureDialogProps) {
  const [shown, setShown] = useState(choices);
  const [trouble, setTrouble] = useState('');
  const [find, setFind] = useState('');
  useEffect(() => {
    readChoices().then(setShown, (error: Error) => setTrouble(error.message));
  }, []);
  const found = shown.filter(({ name, label, today }) => isLike(`${name} ${label} ${today}`, find));
  return (
    <Dialog title="Figures" onCancel={onCancel}>
      <p>{purpose}</p>
      <label className="figure-menu__find">
        Find a figure
        <input type="search" autoFocus value={find} onChange={({ target }) => setFind(target.value)} />
      </label>
      <p role="status">
        {trouble || status || (found.length === 1 ? 'One figure' : `${found.length} figures`)}
      </p>
      <ul className="figure-menu">
        {found.map(({ name, label, today }) => (
          <li key={name}>
            <button type="button" onClick={() => onChoose(name)}>
              <span>{label}</span> <strong>{today}</strong>
            </button>
          </li>
        ))}
      </ul>
      <p>
        <button type="button" onClick={onCancel}>
          Close
        </button>
      </p>
    </Dialog>
  );
}

function isLike(words: string, find: string): boolean {
  return find
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.toLowerCase().includes(word));
}

function tokenOf(name: string): string {
  return `{{${name}}}`;
}

/** Above the form, for fields of plain text: copies the token of a figure. */
export function CopyFigure() {
  const [isOpen, setOpen] = useState(false);
  const [status, setStatus] = useState('');
  const copy = async (name: string) => {
    await navigator.clipboard.writeText(tokenOf(name)).then(
      () => setStatus(`${tokenOf(name)} is copied. Paste it where you want it.`),
      () => setStatus(`The browser did not allow it. Write ${tokenOf(name)} by hand.`),
    );
  };
  const close = () => {
    setOpen(false);
    setStatus('');
  };
  return (
    <>
      <button type="button" className="saving__button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Figures
      </button>
      {isOpen ? (
        <FigureDialog
          purpose="Choose a figure to copy its token, then paste it into any text."
          status={status}
          onChoose={(name) => void copy(name)}
          onCancel={close}
        />
      ) : null}
    </>
  );
}

/** In the toolbar of a rich text: puts a figure where the cursor stands. */
function InsertFigure({ editor }: { editor: LexicalEditor }) {
  const [isOpen, setOpen] = useState(false);
  const cursor = useRef<BaseSelection | null>(null);
  const open = () => {
    // The dialog takes the focus, and with it the cursor.
    cursor.current = editor.getEditorState().read(() => $getSelection()?.clone() ?? null);
    setOpen(true);
  };
  const insert = (name: string) => {
    // Closing gives the focus back to the button, so it comes before the text gets it.
    flushSync(() => setOpen(false));
    insertToken(editor, name, cursor.current);
  };
  return (
    <>
      <button
        type="button"
        className="toolbar-popup__button figure-button"
        aria-haspopup="dialog"
        onClick={open}
      >
        Figures
      </button>
      {isOpen ? (
        <FigureDialog
          purpose="Choose a figure to put it where the cursor stands."
          onChoose={insert}
          onCancel={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

/** Puts a figure in the place of what was typed behind the slash to find it. */
function insertBehindSlash(editor: LexicalEditor, name: string): void {
  editor.update($removeTyped);
  insertToken(editor, name);
}

function insertToken(editor: LexicalEditor, name: string, cursor: BaseSelection | null = null): void {
  editor.update(
    () => {
      if (cursor) $setSelection(cursor.clone());
      const selection = $getSelection();
      const place = $isRangeSelection(selection) ? selection : $getRoot().selectEnd();
      place.insertText(tokenOf(name));
    },
    { onUpdate: () => editor.focus() },
  );
}

/** Has the figures ready for the menu that opens with a slash. */
function ReadFigures() {
  useEffect(() => {
    if (choices.length === 0) readChoices().catch(() => {});
  }, []);
  return null;
}

function FigureIcon() {
  return <span aria-hidden="true">$</span>;
}

/** The menu of figures in rich texts: behind a slash, and in the toolbar where there is one. */
export const InsertFigureFeature = createClientFeature({
  plugins: [{ Component: ReadFigures, position: 'normal' }],
  slashMenu: {
    groups: [
      {
        key: 'figures',
        label: 'Figures',
        items: figureDefinitions.map(({ name, label }) => ({
          key: name,
          // The menu shows the first 25 characters.
          label: () => [choices.find((each) => each.name === name)?.today, label].filter(Boolean).join(' '),
          keywords: ['figure', name],
          Icon: FigureIcon,
          onSelect: ({ editor }: { editor: LexicalEditor }) => insertBehindSlash(editor, name),
        })),
      },
    ],
  },
  toolbarFixed: {
    groups: [
      { key: 'figures', type: 'buttons', order: 60, items: [{ key: 'figure', Component: InsertFigure }] },
    ],
  },
});
