import { Component } from '@angular/core';

@Component({ selector: 'app-root', template: `<h1 i18n="@@title">Title</h1>` })
export class App {}
