import { CheckboxWidget } from './checkbox-widget.tsx';
import { ChoiceWidget } from './choice-widget.tsx';
import { DateWidget } from './date-widget.tsx';
import type { WidgetProps } from './form-context.ts';
import { PasswordWidget } from './masked-field.tsx';
import { PinWidget, SsnWidget } from './secret-widgets.tsx';
import { SelectWidget } from './select-widget.tsx';
import {
  EmailWidget,
  ListWidget,
  NumberWidget,
  PhoneWidget,
  TextareaWidget,
  TextWidget,
  TimeWidget,
  UrbanizationWidget,
  ZipWidget,
} from './text-widgets.tsx';

type Widget = (props: WidgetProps) => React.ReactNode;

export const widgets: Readonly<Record<string, Widget | undefined>> = {
  'yes-no': ChoiceWidget,
  choice: ChoiceWidget,
  select: SelectWidget,
  checkbox: CheckboxWidget,
  text: TextWidget,
  textarea: TextareaWidget,
  email: EmailWidget,
  phone: PhoneWidget,
  zip: ZipWidget,
  urbanization: UrbanizationWidget,
  number: NumberWidget,
  list: ListWidget,
  date: DateWidget,
  time: TimeWidget,
  ssn: SsnWidget,
  pin: PinWidget,
  password: PasswordWidget,
};
