import { render } from 'preact';
import { App } from './app.js';
import { keepFocus } from './parts/keep-focus.js';
import { keepPlaces } from './scroll-place.js';
import './styles/base.css';
import './styles/frame.css';
import './styles/controls.css';
import './styles/tables.css';
import './styles/figures.css';

const root = document.querySelector('#console');
if (root) {
  keepPlaces();
  render(<App />, root);
  keepFocus(root);
}
