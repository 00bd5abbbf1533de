import type { Meta, StoryObj } from '@storybook/react-vite';
import de from './locales/de.json';

const meta: Meta = { title: 'Title', render: () => <h1>{de.title}</h1> };
export default meta;
export const German: StoryObj = {};
