import { RscEntryLexicalCell as RscEntryLexicalCell_44fe37237e0ebf4470c9990d8cb7b07e } from '@payloadcms/richtext-lexical/rsc'
import { RscEntryLexicalField as RscEntryLexicalField_44fe37237e0ebf4470c9990d8cb7b07e } from '@payloadcms/richtext-lexical/rsc'
import { LexicalDiffComponent as LexicalDiffComponent_44fe37237e0ebf4470c9990d8cb7b07e } from '@payloadcms/richtext-lexical/rsc'
import { FixedToolbarFeatureClient as FixedToolbarFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { HeadingFeatureClient as HeadingFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { InsertFigureFeature as InsertFigureFeature_0d009dfcb8222931443635f3064af88f } from '../../../admin/figures/insert-figure.tsx'
import { InlineToolbarFeatureClient as InlineToolbarFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { LinkFeatureClient as LinkFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { OrderedListFeatureClient as OrderedListFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { UnorderedListFeatureClient as UnorderedListFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { BoldFeatureClient as BoldFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { ParagraphFeatureClient as ParagraphFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { ChecklistFeatureClient as ChecklistFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { PartLabel as PartLabel_7394700db645e3329ba728c82e97ef0d } from '../../../admin/row-labels.tsx'
import { RowLabel as RowLabel_7394700db645e3329ba728c82e97ef0d } from '../../../admin/row-labels.tsx'
import { NextReviewCell as NextReviewCell_c0bde48f229a656caac1d9f8155437de } from '../../../admin/next-review-cell.tsx'
import { CharacterCount as CharacterCount_c61af6e6be9423dc5d33061ffeb02ad6 } from '../../../admin/character-count.tsx'
import { Receipt as Receipt_1fc61379b8dc74b4bca17d956b486f63 } from '../../../admin/receipt.tsx'
import { Calendar as Calendar_d086ed9c9c91da8170ebd5b2f09a0a25 } from '../../../admin/calendar.tsx'
import { CalendarCell as CalendarCell_d086ed9c9c91da8170ebd5b2f09a0a25 } from '../../../admin/calendar.tsx'
import { ReadingGrade as ReadingGrade_2948b06a0ed072680e7c6c77349602c3 } from '../../../admin/reading-grade.tsx'
import { SavedCell as SavedCell_cf0fc17a2556e5d0334e7198e766e456 } from '../../../admin/history.tsx'
import { History as History_cf0fc17a2556e5d0334e7198e766e456 } from '../../../admin/history.tsx'
import { TimeCell as TimeCell_cf0fc17a2556e5d0334e7198e766e456 } from '../../../admin/history.tsx'
import { SavedLine as SavedLine_cf0fc17a2556e5d0334e7198e766e456 } from '../../../admin/history.tsx'
import { Saving as Saving_3ecdd7c7ee65cc57ea42858d2100741e } from '../../../admin/saving/saving.tsx'
import { CopyFigure as CopyFigure_0d009dfcb8222931443635f3064af88f } from '../../../admin/figures/insert-figure.tsx'
import { VersionList as VersionList_d7896c3145e7feea7a191620664fef2e } from '../../../admin/versions/list.tsx'
import { VersionComparison as VersionComparison_dd7e1753651c2625f10d33e773a3a760 } from '../../../admin/versions/comparison.tsx'
import { ItalicFeatureClient as ItalicFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { BlockquoteFeatureClient as BlockquoteFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { HorizontalRuleFeatureClient as HorizontalRuleFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { BlocksFeatureClient as BlocksFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { UploadFeatureClient as UploadFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { SampleCell as SampleCell_4ec0c98309008cc364fd66de81baf51d } from '../../../admin/samples/sample-cell.tsx'
import { SampleNotice as SampleNotice_01e19a464d060b9f6fa29142ddc5a983 } from '../../../admin/samples/samples-notice.tsx'
import { AboutFigure as AboutFigure_bfc8338e6b495b2e9067f25614fbc77b } from '../../../admin/figures/figure-notes.tsx'
import { TodayCell as TodayCell_171a0b4eeb256ab9fa3d3be3cb248a37 } from '../../../admin/figures/cells.tsx'
import { NextCell as NextCell_171a0b4eeb256ab9fa3d3be3cb248a37 } from '../../../admin/figures/cells.tsx'
import { ReviewCell as ReviewCell_171a0b4eeb256ab9fa3d3be3cb248a37 } from '../../../admin/figures/cells.tsx'
import { ValueLabel as ValueLabel_171a0b4eeb256ab9fa3d3be3cb248a37 } from '../../../admin/figures/cells.tsx'
import { OverdueFigures as OverdueFigures_bfc8338e6b495b2e9067f25614fbc77b } from '../../../admin/figures/figure-notes.tsx'
import { PublicSaveButton as PublicSaveButton_21dec6e12bb74ed5867c8578469d775b } from '../../../admin/saving/public-save-button.tsx'
import { CurrentPassword as CurrentPassword_90bde29f686ce6ed234a68f6923741d1 } from '../../../admin/current-password.tsx'
import { TwoStepLogin as TwoStepLogin_44974bf00c41a2f0a0d0c234afc773bb } from '../../../admin/two-step/two-step-login.tsx'
import { DayLabel as DayLabel_7394700db645e3329ba728c82e97ef0d } from '../../../admin/row-labels.tsx'
import { ClosedDayLabel as ClosedDayLabel_7394700db645e3329ba728c82e97ef0d } from '../../../admin/row-labels.tsx'
import { Icon as Icon_dea7bf16bc3333a106812bea074064fb } from '../../../admin/brand.tsx'
import { Logo as Logo_dea7bf16bc3333a106812bea074064fb } from '../../../admin/brand.tsx'
import { DashboardHeading as DashboardHeading_dea7bf16bc3333a106812bea074064fb } from '../../../admin/brand.tsx'
import { SamplesNotice as SamplesNotice_01e19a464d060b9f6fa29142ddc5a983 } from '../../../admin/samples/samples-notice.tsx'
import { InertUntilHydrated as InertUntilHydrated_af5e940c280d50859ec145ff8fe158a8 } from '../../../admin/inert-until-hydrated.tsx'
import { SessionProvider as SessionProvider_750a8aae8699d83456e96cd9741fe477 } from '../../../admin/session.tsx'
import { SignInPage as SignInPage_896eabf28e15f534ab4370a86dfa5e8b } from '../../../admin/two-step/sign-in-page.tsx'
import { CollectionCards as CollectionCards_f9c02e79a4aed9a3924487c0cd4cafb1 } from '@payloadcms/next/rsc'

/** @type import('payload').ImportMap */
export const importMap = {
  "@payloadcms/richtext-lexical/rsc#RscEntryLexicalCell": RscEntryLexicalCell_44fe37237e0ebf4470c9990d8cb7b07e,
  "@payloadcms/richtext-lexical/rsc#RscEntryLexicalField": RscEntryLexicalField_44fe37237e0ebf4470c9990d8cb7b07e,
  "@payloadcms/richtext-lexical/rsc#LexicalDiffComponent": LexicalDiffComponent_44fe37237e0ebf4470c9990d8cb7b07e,
  "@payloadcms/richtext-lexical/client#FixedToolbarFeatureClient": FixedToolbarFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#HeadingFeatureClient": HeadingFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "/admin/figures/insert-figure.tsx#InsertFigureFeature": InsertFigureFeature_0d009dfcb8222931443635f3064af88f,
  "@payloadcms/richtext-lexical/client#InlineToolbarFeatureClient": InlineToolbarFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#LinkFeatureClient": LinkFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#OrderedListFeatureClient": OrderedListFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#UnorderedListFeatureClient": UnorderedListFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#BoldFeatureClient": BoldFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#ParagraphFeatureClient": ParagraphFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#ChecklistFeatureClient": ChecklistFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "/admin/row-labels.tsx#PartLabel": PartLabel_7394700db645e3329ba728c82e97ef0d,
  "/admin/row-labels.tsx#RowLabel": RowLabel_7394700db645e3329ba728c82e97ef0d,
  "/admin/next-review-cell.tsx#NextReviewCell": NextReviewCell_c0bde48f229a656caac1d9f8155437de,
  "/admin/character-count.tsx#CharacterCount": CharacterCount_c61af6e6be9423dc5d33061ffeb02ad6,
  "/admin/receipt.tsx#Receipt": Receipt_1fc61379b8dc74b4bca17d956b486f63,
  "/admin/calendar.tsx#Calendar": Calendar_d086ed9c9c91da8170ebd5b2f09a0a25,
  "/admin/calendar.tsx#CalendarCell": CalendarCell_d086ed9c9c91da8170ebd5b2f09a0a25,
  "/admin/reading-grade.tsx#ReadingGrade": ReadingGrade_2948b06a0ed072680e7c6c77349602c3,
  "/admin/history.tsx#SavedCell": SavedCell_cf0fc17a2556e5d0334e7198e766e456,
  "/admin/history.tsx#History": History_cf0fc17a2556e5d0334e7198e766e456,
  "/admin/history.tsx#TimeCell": TimeCell_cf0fc17a2556e5d0334e7198e766e456,
  "/admin/history.tsx#SavedLine": SavedLine_cf0fc17a2556e5d0334e7198e766e456,
  "/admin/saving/saving.tsx#Saving": Saving_3ecdd7c7ee65cc57ea42858d2100741e,
  "/admin/figures/insert-figure.tsx#CopyFigure": CopyFigure_0d009dfcb8222931443635f3064af88f,
  "/admin/versions/list.tsx#VersionList": VersionList_d7896c3145e7feea7a191620664fef2e,
  "/admin/versions/comparison.tsx#VersionComparison": VersionComparison_dd7e1753651c2625f10d33e773a3a760,
  "@payloadcms/richtext-lexical/client#ItalicFeatureClient": ItalicFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#BlockquoteFeatureClient": BlockquoteFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#HorizontalRuleFeatureClient": HorizontalRuleFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#BlocksFeatureClient": BlocksFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#UploadFeatureClient": UploadFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "/admin/samples/sample-cell.tsx#SampleCell": SampleCell_4ec0c98309008cc364fd66de81baf51d,
  "/admin/samples/samples-notice.tsx#SampleNotice": SampleNotice_01e19a464d060b9f6fa29142ddc5a983,
  "/admin/figures/figure-notes.tsx#AboutFigure": AboutFigure_bfc8338e6b495b2e9067f25614fbc77b,
  "/admin/figures/cells.tsx#TodayCell": TodayCell_171a0b4eeb256ab9fa3d3be3cb248a37,
  "/admin/figures/cells.tsx#NextCell": NextCell_171a0b4eeb256ab9fa3d3be3cb248a37,
  "/admin/figures/cells.tsx#ReviewCell": ReviewCell_171a0b4eeb256ab9fa3d3be3cb248a37,
  "/admin/figures/cells.tsx#ValueLabel": ValueLabel_171a0b4eeb256ab9fa3d3be3cb248a37,
  "/admin/figures/figure-notes.tsx#OverdueFigures": OverdueFigures_bfc8338e6b495b2e9067f25614fbc77b,
  "/admin/saving/public-save-button.tsx#PublicSaveButton": PublicSaveButton_21dec6e12bb74ed5867c8578469d775b,
  "/admin/current-password.tsx#CurrentPassword": CurrentPassword_90bde29f686ce6ed234a68f6923741d1,
  "/admin/two-step/two-step-login.tsx#TwoStepLogin": TwoStepLogin_44974bf00c41a2f0a0d0c234afc773bb,
  "/admin/row-labels.tsx#DayLabel": DayLabel_7394700db645e3329ba728c82e97ef0d,
  "/admin/row-labels.tsx#ClosedDayLabel": ClosedDayLabel_7394700db645e3329ba728c82e97ef0d,
  "/admin/brand.tsx#Icon": Icon_dea7bf16bc3333a106812bea074064fb,
  "/admin/brand.tsx#Logo": Logo_dea7bf16bc3333a106812bea074064fb,
  "/admin/brand.tsx#DashboardHeading": DashboardHeading_dea7bf16bc3333a106812bea074064fb,
  "/admin/samples/samples-notice.tsx#SamplesNotice": SamplesNotice_01e19a464d060b9f6fa29142ddc5a983,
  "/admin/inert-until-hydrated.tsx#InertUntilHydrated": InertUntilHydrated_af5e940c280d50859ec145ff8fe158a8,
  "/admin/session.tsx#SessionProvider": SessionProvider_750a8aae8699d83456e96cd9741fe477,
  "/admin/two-step/sign-in-page.tsx#SignInPage": SignInPage_896eabf28e15f534ab4370a86dfa5e8b,
  "@payloadcms/next/rsc#CollectionCards": CollectionCards_f9c02e79a4aed9a3924487c0cd4cafb1
}
